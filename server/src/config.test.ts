import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('nothing has to be set', () => {
  const config = readConfig({ PUBLIC_URL: '' });
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: null,
    databaseUrl: null,
    trustProxy: false,
    rateLimits: true,
  });
  expect(isAbsolute(config.dataFolder)).toBe(true);
});

test('settings arrive in the form the code uses', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://roost.example/',
    CORS_ORIGINS: 'https://a.example, http://localhost:5173',
    TRUST_PROXY: '10.0.0.0/8,::1',
    RATE_LIMITS: 'off',
  });
  expect(config.publicUrl).toBe('https://roost.example');
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173']);
  expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1']);
  expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
  expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(true);
  expect(config.rateLimits).toBe(false);
});

test.each([
  ['PORT', 'many'],
  ['PORT', '65536'],
  ['RATE_LIMITS', 'yes'],
  ['PUBLIC_URL', 'example.org'],
  ['PUBLIC_URL', 'https://example.org/roost'],
  ['DATABASE_URL', 'mysql://localhost/secret'],
  ['DATABASE_ADMIN_URL', 'postgres://localhost/secret'],
  ['MAIL_URL', 'http://localhost'],
  ['MAIL_FROM', 'Roost'],
  ['CORS_ORIGINS', 'https://a.example, b.example'],
  ['TRUST_PROXY', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'secret'],
  ['PREPARED_STATEMENTS', '1'],
  ['STUN_URLS', 'turn:secret.example'],
  ['STUN_URLS', 'https://secret.example'],
  ['TURN_URLS', 'turn:user:secret@turn.example'],
  ['CALL_RING_SECONDS', '0'],
  ['CALL_RING_SECONDS', '1.5'],
  ['ROOST_DATE', '/srv/roost'],
])('a bad %s (%s) is refused in one line that names it and not its value', (name, value) => {
  let message = '';
  try {
    readConfig({ [name]: value });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as ConfigError).message;
  }
  expect(message).toMatch(new RegExp(`^(Unknown s|S)etting ${name}\\b.*\\.$`));
  expect(message).not.toContain('secret');
});

test.each([
  [{ TURN_SECRET: 'a secret' }, 'Setting TURN_URLS is missing beside TURN_SECRET.'],
  [{ TURN_URLS: 'turn:turn.example' }, 'Setting TURN_SECRET is missing beside TURN_URLS.'],
])('a relay needs both its settings: %j', (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});
