import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patched } from '../../../../src/main/webapp/page/model/json-patch.js';

const cases = [
  ['adds a field', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
  ['replaces within', { a: { b: 1 } }, [{ op: 'replace', path: '/a/b', value: [3] }], { a: { b: [3] } }],
  ['removes', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
  ['inserts into a list', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
  ['appends to a list', [1], [{ op: 'add', path: '/-', value: 2 }], [1, 2]],
  ['removes from a list', [1, 2, 3], [{ op: 'remove', path: '/0' }], [2, 3]],
  ['replaces in a list', [1, 2], [{ op: 'replace', path: '/1', value: 5 }], [1, 5]],
  ['reads escaped names', { 'a/b~': 1 }, [{ op: 'replace', path: '/a~1b~0', value: 2 }], { 'a/b~': 2 }],
  ['replaces everything', { a: 1 }, [{ op: 'replace', path: '', value: 7 }], 7],
  ['ignores a missing path', { a: 1 }, [{ op: 'replace', path: '/b/c', value: 2 }], { a: 1 }],
  ['ignores inherited properties', {}, [{ op: 'add', path: '/__proto__/x', value: 2 }], {}],
  ['does not set the prototype', {}, [{ op: 'add', path: '/__proto__', value: { x: 1 } }], {}],
  ['ignores an invalid index', [1], [{ op: 'add', path: '/x', value: 2 }], [1]],
];

for (const [what, before, patch, after] of cases) {
  test(`a patch ${what}`, () => {
    const copy = structuredClone(before);
    assert.deepEqual(patched(before, patch), after);
    assert.deepEqual(before, copy);
    assert.equal({}.x, undefined);
  });
}
