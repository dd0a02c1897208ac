import { expect, test } from 'vitest';
import { readConfig } from '../../../server/src/config/config.ts';
import { pushes } from './pushes.ts';

const https = { PUBLIC_URL: 'https://nest.example.org' };

test.each<[string, Record<string, string>, string]>([
  ['https', https, 'fine'],
  ['no address', {}, 'note'],
  ['no https', { PUBLIC_URL: 'http://nest.example.org' }, 'note'],
  ['the setting for tests', { ...https, PUSH_ALLOW_LOCAL: 'on' }, 'problem'],
  ['no pushes', { PUSH: 'off', PUSH_ALLOW_LOCAL: 'on' }, 'fine'],
  ['no service worker', { SERVICE_WORKER: 'off' }, 'fine'],
])('with %s', async (_, env, level) => {
  expect(await pushes.look({ config: readConfig(env), mailTo: undefined })).toMatchObject({
    level,
  });
});
