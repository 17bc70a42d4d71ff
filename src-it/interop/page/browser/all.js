import { describe } from 'node:test';

/** How many files, and tests per file, run in parallel; most of their time is waiting for text. */
const FILES = 2;
const TESTS = 2;

const files = ['layout', 'reload', 'use-chat', 'streaming', 'approval', 'delegates', 'keyboard', 'tabs', 'injection', 'token'];

describe('in a browser', { concurrency: FILES }, () => {
  for (const file of files) {
    describe(file, { concurrency: TESTS }, async () => {
      await import(`./${file}.test.js`);
    });
  }
});
