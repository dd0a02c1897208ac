import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

/** The part of TURN (RFC 8656) over UDP that shows whom a relay accepts, and to which addresses it relays. */

const COOKIE = 0x2112a442;
const types = { allocate: 0x0003, createPermission: 0x0008, channelBind: 0x0009 } as const;
const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  channelNumber: 0x000c,
  peerAddress: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  addressFamily: 0x0017,
  transport: 0x0019,
} as const;
const UDP = 17;
const ANSWER_WITHIN_MS = 3_000;

type Attribute = [type: number, value: Buffer];

function encode([type, value]: Attribute): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function decode(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= message.length;) {
    const length = message.readUInt16BE(at + 2);
    found.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  return found;
}

/** The sixteen bytes of an IPv6 address, or the four of an IPv4 one. */
function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  // The URL parser writes every form in groups.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

export class TurnClient {
  readonly #socket: Socket;
  readonly #port: number;
  readonly #username: string;
  readonly #password: string;
  #realm = Buffer.alloc(0);
  #nonce = Buffer.alloc(0);
  #key: Buffer | null = null;

  constructor(port: number, { username, credential }: { username: string; credential: string }) {
    this.#socket = createSocket('udp4');
    this.#port = port;
    this.#username = username;
    this.#password = credential;
  }

  /** Requests a relayed address. Returns 200 or the error code. */
  async allocate(family: 4 | 6): Promise<number> {
    const wanted: Attribute[] = [
      [attributes.transport, Buffer.from([UDP, 0, 0, 0])],
      [attributes.addressFamily, Buffer.from([family === 4 ? 1 : 2, 0, 0, 0])],
    ];
    const first = await this.#ask(types.allocate, wanted);
    return first === 401 ? this.#ask(types.allocate, wanted) : first;
  }

  async permit(peer: string): Promise<number> {
    return this.#ask(types.createPermission, [[attributes.peerAddress, this.#peer(peer)]]);
  }

  async bind(peer: string, channel: number): Promise<number> {
    const number = Buffer.alloc(4);
    number.writeUInt16BE(channel, 0);
    return this.#ask(types.channelBind, [
      [attributes.channelNumber, number],
      [attributes.peerAddress, this.#peer(peer)],
    ]);
  }

  close(): void {
    this.#socket.close();
  }

  #transaction = Buffer.alloc(12);

  #peer(address: string): Buffer {
    const bytes = bytesOf(address);
    const mask = Buffer.concat([Buffer.from('2112a442', 'hex'), this.#transaction]);
    const head = Buffer.from([0, bytes.length === 4 ? 1 : 2, 0, 0]);
    head.writeUInt16BE(9 ^ (COOKIE >>> 16), 2);
    return Buffer.concat([head, bytes.map((byte, n) => byte ^ (mask[n] ?? 0))]);
  }

  async #ask(type: number, wanted: Attribute[]): Promise<number> {
    const request = this.#sealed(type, wanted);
    const answered = once(this.#socket, 'message', {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    this.#socket.send(request, this.#port, '127.0.0.1');
    const [answer] = (await answered) as [Buffer];
    // The mask of an IPv6 peer contains the id of the transaction, so the client chooses it first.
    this.#transaction = randomBytes(12);
    const found = decode(answer);
    const code = found.get(attributes.errorCode);
    if (!code) return 200;
    const [realm, nonce] = [found.get(attributes.realm), found.get(attributes.nonce)];
    if (realm && nonce) {
      [this.#realm, this.#nonce] = [Buffer.from(realm), Buffer.from(nonce)];
      this.#key = createHash('md5')
        .update(`${this.#username}:${realm.toString()}:${this.#password}`)
        .digest();
    }
    return (code[2] ?? 0) * 100 + (code[3] ?? 0);
  }

  /** Adds the credentials and the message integrity to a request. */
  #sealed(type: number, wanted: Attribute[]): Buffer {
    const known: Attribute[] = this.#key
      ? [
          [attributes.username, Buffer.from(this.#username)],
          [attributes.realm, this.#realm],
          [attributes.nonce, this.#nonce],
        ]
      : [];
    const body = Buffer.concat([...wanted, ...known].map(encode));
    const head = Buffer.alloc(20);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(body.length + (this.#key ? 24 : 0), 2);
    head.writeUInt32BE(COOKIE, 4);
    this.#transaction.copy(head, 8);
    const message = Buffer.concat([head, body]);
    if (!this.#key) return message;
    const proof = createHmac('sha1', this.#key).update(message).digest();
    return Buffer.concat([message, encode([attributes.messageIntegrity, proof])]);
  }
}
