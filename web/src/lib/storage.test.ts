import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  hasFields,
  onOtherTab,
  storedJson,
  storedKeys,
  storedText,
  take,
  validItems,
} from './storage.ts';

/** As in a browser, the keys are own properties and the methods are not. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
  vi.stubGlobal('sessionStorage', new FakeStorage());
});
afterEach(() => vi.unstubAllGlobals());

const isText = (value: unknown): value is string => typeof value === 'string';

test('a text is stored, read and removed', () => {
  const name = storedText('localStorage', 'name');
  expect(name.read()).toBeUndefined();
  expect(name.write('mara')).toBe(true);
  expect(localStorage.getItem('name')).toBe('mara');
  expect(storedText('sessionStorage', 'name').read()).toBeUndefined();
  expect(name.read()).toBe('mara');
  name.write(undefined);
  expect(storedKeys('localStorage')).toEqual([]);
});

test('take reads a value only once', () => {
  const name = storedText('sessionStorage', 'name');
  name.write('mara');
  expect([take(name), take(name)]).toEqual(['mara', undefined]);
});

test('JSON comes back as it was stored', () => {
  const list = storedJson('localStorage', 'list', (value) => validItems(value, isText));
  list.write(['a', 'b']);
  expect(list.read()).toEqual(['a', 'b']);
});

test.each([
  ['not JSON', undefined],
  ['{}', []],
  ['["a", 1, null]', ['a']],
])('%s in storage is read as %j', (raw, read) => {
  localStorage.setItem('list', raw);
  const list = storedJson('localStorage', 'list', (value) => validItems(value, isText));
  expect(list.read()).toEqual(read);
});

test('the parser decides about a value that is absent', () => {
  const parse = vi.fn(() => 'default');
  expect(storedJson('localStorage', 'absent', parse).read()).toBe('default');
  expect(parse).toHaveBeenCalledWith(null);
});

test('keys are found by their prefix', () => {
  for (const key of ['a:1', 'a:2', 'b:1']) storedText('localStorage', key).write('x');
  expect(storedKeys('localStorage', 'a:')).toEqual(['a:1', 'a:2']);
});

test('fields are checked by their types', () => {
  const types = { id: 'string', size: 'number' } as const;
  expect(hasFields({ id: 'a', size: 1, more: true }, types)).toBe(true);
  for (const value of [null, 'text', {}, { id: 'a' }, { id: 'a', size: '1' }])
    expect(hasFields(value, types)).toBe(false);
});

test('an absent storage reads as empty and reports failed writes', () => {
  vi.stubGlobal('localStorage', undefined);
  const name = storedText('localStorage', 'name');
  expect([name.read(), name.write('mara'), name.write(undefined)]).toEqual([
    undefined,
    false,
    false,
  ]);
  expect(storedKeys('localStorage')).toEqual([]);
});

test('a full storage reports failed writes and keeps the old value', () => {
  const name = storedText('localStorage', 'name');
  name.write('mara');
  vi.spyOn(FakeStorage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(name.write('theo')).toBe(false);
  expect(name.read()).toBe('mara');
  vi.restoreAllMocks();
});

test('changes by other tabs are heard by their prefix', () => {
  const browser = new EventTarget();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  const heard = vi.fn();
  onOtherTab(heard, 'one', 'two:');
  const change = (key: string | null) =>
    browser.dispatchEvent(Object.assign(new Event('storage'), { key }));
  for (const key of ['one', 'two:a', 'three']) change(key);
  expect(heard).toHaveBeenCalledTimes(2);
  // Another tab has cleared the storage.
  change(null);
  expect(heard).toHaveBeenCalledTimes(3);
});
