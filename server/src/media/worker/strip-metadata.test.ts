import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { stripDescription, stripperFor } from './strip-metadata.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hex = (data: Uint8Array | undefined) => Buffer.from(data ?? []).toString('hex');
const SECRET = Buffer.from('Elm Street 13').toString('hex');

/** Returns an OBU with its size. */
const obu = (type: number, body: string) =>
  Buffer.of((type << 3) | 2, body.length / 2).toString('hex') + body;

describe('AV1', () => {
  const needed = [obu(1, '0a0b'), obu(6, '112233')];
  const others = [obu(2, ''), obu(5, SECRET), obu(15, SECRET), obu(9, SECRET)];

  test('a packet keeps headers and frames', () => {
    const strip = stripperFor({ codec: 'av1', description: undefined });
    const packet = [others[0], needed[0], others[1], needed[1], others[2], others[3]].join('');
    expect(hex(strip(bytes(packet)))).toBe(needed.join(''));
  });

  test('a last unit without a size ends with the packet', () => {
    const strip = stripperFor({ codec: 'av1', description: undefined });
    expect(hex(strip(bytes(`${needed[0]}30112233`)))).toBe(`${needed[0]}30112233`);
    expect(hex(strip(bytes(`${needed[0]}28${SECRET}`)))).toBe(needed[0]);
  });

  test('its description keeps the sequence header', () => {
    const description = bytes(`81000c00${needed[0]}${others[1]}`);
    expect(hex(stripDescription({ codec: 'av1', description }))).toBe(`81000c00${needed[0]}`);
  });
});

describe('H.264 and HEVC', () => {
  const avcc = '0142c00affe1000d6742c00ada04077c05b808080001000468ce3c80';

  test('data after the parameter sets of avcC is removed', () => {
    const description = bytes(avcc + SECRET);
    expect(hex(stripDescription({ codec: 'avc', description }))).toBe(avcc);
  });

  test('a unit that exceeds its packet is refused', () => {
    const strip = stripperFor({ codec: 'avc', description: bytes(avcc) });
    expect(() => strip(bytes('000000ff65'))).toThrow();
  });

  test('hvcC keeps parameter sets and loses SEI', () => {
    const head = `01${'00'.repeat(21)}`;
    const sets = 'a000010003400102';
    const sei = `a70001000f4e01${SECRET}`;
    const description = bytes(`${head}02${sei}${sets}`);
    expect(hex(stripDescription({ codec: 'hevc', description }))).toBe(`${head}01${sets}`);
  });
});

test('comments of FLAC and Vorbis are removed', () => {
  const info = `00000022${'11'.repeat(34)}`;
  const flac = bytes(`664c6143${info}8400000d${SECRET}`);
  expect(hex(stripDescription({ codec: 'flac', description: flac }))).toBe(
    `664c614380000022${'11'.repeat(34)}`,
  );
  const vorbis = bytes(`02030d010203${SECRET}99aabb`);
  const stripped = hex(stripDescription({ codec: 'vorbis', description: vorbis }));
  expect(stripped).not.toContain(SECRET);
  expect(stripped).toBe(`02031001020303766f72626973${'00'.repeat(8)}0199aabb`);
});

describe('AAC', () => {
  const description = bytes('1190');
  /** Returns bits as a packet, padded with zeros. */
  const packet = (...parts: string[]) =>
    new Uint8Array(
      (parts.join('').match(/.{1,8}/g) ?? []).map((each) =>
        Number.parseInt(each.padEnd(8, '0'), 2),
      ),
    );
  const bits = (value: number, count: number) => value.toString(2).padStart(count, '0');
  const textBits = [...Buffer.from('Elm Street 13')].map((each) => bits(each, 8)).join('');
  const sound = `001${bits(0x5_5aa, 20)}`;
  const filler = (text: string) => `110${bits(14, 4)}${bits(0, 8)}${text}`;
  const brokenFiller = filler(textBits.slice(0, 40));
  const nothing = '0'.repeat(textBits.length);
  const strip = stripperFor({ codec: 'aac', description });

  test('data before the sound becomes zeros, and the sound is unchanged', () => {
    const long = (text: string) =>
      `110${bits(15, 4)}${bits(4, 8)}${bits(0, 8)}${text}${text.slice(0, 32)}`;
    const data = (text: string) => `100${bits(0, 4)}0${bits(13, 8)}${text}`;
    for (const element of [filler, long, data])
      expect(hex(strip(packet(element(textBits), sound)))).toBe(
        hex(packet(element(nothing), sound)),
      );
    expect(hex(strip(packet(data(textBits), filler(textBits), sound)))).toBe(
      hex(packet(data(nothing), filler(nothing), sound)),
    );
  });

  test('data before a broken element becomes zeros', () => {
    expect(hex(strip(packet(filler(textBits), brokenFiller)))).toBe(
      hex(packet(filler(nothing), brokenFiller)),
    );
  });

  test('data for decoders, broken elements and other codecs stay unchanged', () => {
    const dynamics = packet(`110${bits(14, 4)}${bits(11, 4)}0000${textBits}`, sound);
    expect(hex(strip(dynamics))).toBe(hex(dynamics));
    const broken = packet(brokenFiller);
    expect(hex(strip(broken))).toBe(hex(broken));
    const named = packet(filler(textBits), sound);
    const other = stripperFor({ codec: 'aac', description: bytes('f8f9') });
    expect(hex(other(named))).toBe(hex(named));
  });

  const isHere = spawnSync('ffmpeg', ['-version']).status === 0;
  test.skipIf(!isHere)('a real packet loses the name of its encoder, and sounds the same', () => {
    const make = (line: string, input?: Uint8Array) =>
      spawnSync('ffmpeg', ['-v', 'error', ...line.split(' ')], { input }).stdout;
    const adts = make('-f lavfi -i sine=duration=1 -c:a aac -f adts -');
    expect(shifted(adts)).toMatch(/Lavc/);
    const stripped: Buffer[] = [];
    for (let at = 0; at < adts.length;) {
      const length = ((adts[at + 3]! & 3) << 11) | (adts[at + 4]! << 3) | (adts[at + 5]! >> 5);
      const body = new Uint8Array(adts.subarray(at + 7, at + length));
      stripped.push(adts.subarray(at, at + 7), Buffer.from(strip(body)));
      at += length;
    }
    const after = Buffer.concat(stripped);
    expect(after.length).toBe(adts.length);
    expect(shifted(after)).not.toMatch(/Lavc/);
    const sounds = (bytes: Uint8Array) => hex(make('-f aac -i - -f s16le -', bytes));
    expect(sounds(after)).toBe(sounds(adts));
  });
});

/** Returns the bytes as text, at each of the eight bit offsets. */
function shifted(data: Uint8Array): string {
  const texts = Array.from({ length: 8 }, (_, shift) =>
    Buffer.from(
      data.map((byte, n) => ((byte << shift) | ((data[n + 1] ?? 0) >> (8 - shift))) & 255),
    ).toString('latin1'),
  );
  return texts.join(' ');
}
