import { describe } from 'node:test';

/** Files, and tests of a file, that run at the same time: most of it they wait for words. */
const FILES = 2;
const TESTS = 2;

const files = ['layout', 'reload', 'use-chat', 'streaming', 'approval', 'keyboard', 'tabs', 'injection', 'token'];

describe('in a browser', { concurrency: FILES }, () => {
  for (const file of files) {
    describe(file, { concurrency: TESTS }, async () => {
      await import(`./${file}.test.js`);
    });
  }
});
