import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { ringOf } from '../../../test/support/keys.ts';
import { readPush } from '../../../test/support/read-push.ts';
import { areUsableKeys, encryptPush, MAX_TEXT_BYTES } from './encrypt-push.ts';
import { vapidHeader } from './vapid-header.ts';
import { currentVapidKey, findVapidKey } from './vapid-keys.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('the example of RFC 8291 gives the same bytes', () => {
  const keys = {
    p256dh: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const encrypted = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), keys, {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    isPadded: false,
  });
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

function browser() {
  const pair = createECDH('prime256v1');
  return { pair, p256dh: pair.generateKeys(), auth: Buffer.alloc(16, 7) };
}

test.each([0, 1, 510, 511, 512, 3_000, MAX_TEXT_BYTES])(
  'a text of %i bytes comes back, in at most 4,096 bytes',
  (length) => {
    const { pair, ...keys } = browser();
    const text = Buffer.alloc(length, 'ä');
    const encrypted = encryptPush(text, keys);
    expect(encrypted.length).toBeLessThanOrEqual(4_096);
    expect(readPush(encrypted, { pair, auth: keys.auth }).equals(text)).toBe(true);
  },
);

test('texts of about the same length look the same', () => {
  const { pair: _, ...keys } = browser();
  const lengths = [10, 100, 500].map((each) => encryptPush(Buffer.alloc(each), keys).length);
  expect(new Set(lengths).size).toBe(1);
});

test('a longer text is refused', () => {
  const { pair: _, ...keys } = browser();
  expect(() => encryptPush(Buffer.alloc(MAX_TEXT_BYTES + 1), keys)).toThrow('too long');
});

test('only a point of the curve is a key', () => {
  expect(areUsableKeys(browser())).toBe(true);
  const wrong = Buffer.from(browser().p256dh);
  wrong[40]! ^= 1;
  expect(areUsableKeys({ p256dh: wrong })).toBe(false);
  expect(areUsableKeys({ p256dh: Buffer.alloc(65) })).toBe(false);
});

test('the key pair follows from the secret, and an old one stays as long as its secret', () => {
  const [one, two] = [ringOf('one'), ringOf('two')];
  const ring = { ...one, all: ['two', 'one'], current: 'two' };
  const keys = { of: () => ring };
  const old = currentVapidKey({ of: () => one });
  expect(currentVapidKey({ of: () => ringOf('one') }).publicKey).toBe(old.publicKey);
  expect(currentVapidKey(keys).publicKey).toBe(currentVapidKey({ of: () => two }).publicKey);
  expect(currentVapidKey(keys).publicKey).not.toBe(old.publicKey);
  expect(findVapidKey(keys, old.publicKey)).toBe(old);
  expect(findVapidKey({ of: () => two }, old.publicKey)).toBeUndefined();
});

test('the header proves the key for this push service alone', () => {
  const key = currentVapidKey({ of: () => ringOf('one') });
  const endpoint = 'https://push.example.org:8443/send/secret';
  const now = Date.UTC(2027, 0, 1);
  const header = vapidHeader(key, { endpoint, subject: 'mailto:me@example.org', now });
  const [, token = '', publicKey] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  expect(publicKey).toBe(key.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example.org:8443',
    exp: now / 1_000 + 43_200,
    sub: 'mailto:me@example.org',
  });
  const verified = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey(key.privateKey), dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  );
  expect(verified).toBe(true);
});
