import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Assertion, Attestation } from '@roost/contract/passkeys';

/** User present, user verified, and a credential in the data. */
const FLAGS = { present: 1, verified: 4, credential: 0x40 } as const;

interface Behaviour {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** An authenticator in software, with one passkey (ES256, attestation `none`). */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(16);
  #counter = 0;
  #userHandle = '';
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes the passkey, as `startRegistration` of `@simplewebauthn/browser` does. */
  attest(options: { challenge: string; user?: unknown }, behaviour: Behaviour = {}): Attestation {
    this.#userHandle = (options.user as { id: string }).id;
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      coseOf(this.#keys.publicKey),
    ]);
    const data = Buffer.concat([this.#data(FLAGS.credential, behaviour), credential]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, behaviour),
        attestationObject: base64url(
          Buffer.concat([
            Buffer.from([0xa3]),
            text('fmt'),
            text('none'),
            text('attStmt'),
            Buffer.from([0xa0]),
            text('authData'),
            Buffer.from([0x59, data.length >> 8, data.length & 255]),
            data,
          ]),
        ),
        transports: ['internal'],
      },
    };
  }

  /** Proves the passkey, as `startAuthentication` does. */
  assert(options: { challenge: string }, behaviour: Behaviour = {}): Assertion {
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, behaviour);
    const data = this.#data(0, behaviour);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, this.#keys.privateKey)),
        userHandle: this.#userHandle,
      },
    };
  }

  #credential() {
    return { id: base64url(this.id), rawId: base64url(this.id), type: 'public-key' as const };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Behaviour): string {
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }

  #data(flags: number, { rpId, isUserVerified = true }: Behaviour): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const verified = isUserVerified ? FLAGS.verified : 0;
    return Buffer.concat([
      sha256(rpId ?? new URL(this.#origin).hostname),
      Buffer.from([flags | FLAGS.present | verified]),
      counter,
    ]);
  }
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** An ES256 key in COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ]);
}
