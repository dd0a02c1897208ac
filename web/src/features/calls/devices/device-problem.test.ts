import { expect, test } from 'vitest';
import { explainDevice } from './device-problem.ts';

const named = (name: string) => new DOMException('whatever the browser says', name);
const words = (name: string) => explainDevice('camera', named(name), true);

test.each([
  ['NotAllowedError', 'Allow it'],
  ['NotFoundError', 'No camera was found'],
  ['NotReadableError', 'used by another program'],
  ['OverconstrainedError', 'not there any more'],
  ['SecurityError', 'turned off in this browser'],
  ['AbortError', 'stopped before'],
  ['SomethingNew', 'could not be used'],
])('%s is explained', (name, part) => {
  expect(words(name)).toContain(part);
  expect(words(name)).not.toContain('whatever the browser says');
});

test('a thrown value that is not an error is explained too', () => {
  expect(explainDevice('microphone', 'no', true)).toContain('microphone could not be used');
});

test('on an insecure page the explanation names the missing HTTPS', () => {
  expect(explainDevice('microphone', new TypeError('undefined'), false)).toContain('https');
});
