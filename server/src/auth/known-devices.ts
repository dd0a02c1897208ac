import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  Device,
  Keys,
  KnownDevices as KnownDevicesPort,
  PasswordHolder,
} from '../kernel/ports.ts';

/** The oldest sign-ins drop out. */
const MAX_ACCOUNTS_PER_DEVICE = 8;
const ID_BYTES = 16;
const TAG_BYTES = 16;

/**
 * Recognises the devices on which an account has signed in (decision 36). The device cookie holds a random id and a tag
 * for each account. A tag is a signature over the id, the account and its password hash. So the server stores nothing,
 * and a cookie does not reveal its accounts. A new password makes all devices unknown.
 */
export class KnownDevices implements KnownDevicesPort {
  readonly #secrets: Keys;

  constructor(secrets: Keys) {
    this.#secrets = secrets;
  }

  /** Parses a device cookie. Returns null if it is absent or malformed. */
  read(cookie: string | undefined): Device | null {
    const [id = '', ...tags] = (cookie ?? '').slice(0, 400).split('.');
    if (Buffer.from(id, 'base64url').length !== ID_BYTES) return null;
    return { id, tags: tags.slice(0, MAX_ACCOUNTS_PER_DEVICE) };
  }

  /** Whether the account has signed in on this device with its current password. */
  knows(device: Device | null, account: PasswordHolder): boolean {
    const expected = this.#secrets.all.map((secret) => tagOf(secret, device?.id ?? '', account));
    const found = (device?.tags ?? []).filter((tag) => expected.some((each) => isSame(tag, each)));
    return found.length > 0;
  }

  /** Returns the device with this account's tag added. Creates a device if `device` is null. */
  remember(device: Device | null, account: PasswordHolder): Device {
    const id = device?.id ?? randomBytes(ID_BYTES).toString('base64url');
    const ofAccount = this.#secrets.all.map((secret) => tagOf(secret, id, account));
    const tag = tagOf(this.#secrets.current, id, account);
    const others = (device?.tags ?? []).filter((other) => !ofAccount.includes(other));
    return { id, tags: [tag, ...others].slice(0, MAX_ACCOUNTS_PER_DEVICE) };
  }
}

function tagOf(secret: string, deviceId: string, { id, password_hash }: PasswordHolder): string {
  return createHmac('sha256', secret)
    .update(`${deviceId} ${id} ${password_hash}`)
    .digest()
    .subarray(0, TAG_BYTES)
    .toString('base64url');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function deviceCookie({ id, tags }: Device): string {
  return [id, ...tags].join('.');
}
