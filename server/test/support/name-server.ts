import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';
import { onTestFinished } from 'vitest';

const TYPES: Partial<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };
const NAME_OF_QUESTION = Buffer.from([0xc0, 12]);
/** A week, in seconds. */
const TTL = 604_800;

export interface NameRecords {
  A?: string[];
  AAAA?: string[];
  /** Another name, of which the addresses are. */
  CNAME?: string;
}

/** Returns the records of a name, or null to stay silent. `count` is the number of questions of this type before. */
export type NameAnswer = (name: string, count: number) => NameRecords | null;

/** Starts a name server on this machine until the end of the test. Returns its address and the questions that it gets. */
export async function startNameServer(answer: NameAnswer) {
  const server = createSocket('udp4');
  const questions: string[] = [];
  server.on('message', (message, client) => {
    const { name, type, end } = readQuestion(message);
    const question = `${TYPES[type] ?? type} ${name}`;
    const count = questions.filter((each) => each === question).length;
    questions.push(question);
    const records = answer(name, count);
    if (!records) return;
    server.send(writeAnswer(message.subarray(0, end), type, records), client.port, client.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { nameServers: [`127.0.0.1:${server.address().port}`], questions };
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]; length; length = message[at]) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(question: Buffer, type: number, { CNAME, ...addresses }: NameRecords) {
  const kind = TYPES[type];
  const alias = CNAME === undefined ? [] : [record(NAME_OF_QUESTION, 5, writeName(CNAME))];
  const owner = CNAME === undefined ? NAME_OF_QUESTION : writeName(CNAME);
  const found = (kind && addresses[kind]) ?? [];
  const records = [...alias, ...found.map((each) => record(owner, type, writeAddress(each)))];
  const head = Buffer.from(question);
  // A response with recursion, and its counts of records.
  head.writeUInt16BE(0x81_80, 2);
  head.writeUInt16BE(records.length, 6);
  head.fill(0, 8, 12);
  return Buffer.concat([head, ...records]);
}

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(TTL, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, head, data]);
}

function writeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  return Buffer.concat([...labels, Buffer.of(0)]);
}

function writeAddress(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}
