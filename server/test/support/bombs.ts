import { crc32, deflateSync } from 'node:zlib';
import { noise } from './media.ts';

type Bytes = Uint8Array<ArrayBuffer>;

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Makes a PNG of this size with one bit per pixel, in very few bytes. */
export function pngOf(width: number, height: number): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(1_000_000), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', header),
      chunk('IDAT', rows),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** Makes a small JPEG whose header claims this size. */
export async function jpegThatClaims(width: number, height: number): Promise<Bytes> {
  const bytes = await noise(64, 64).jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return new Uint8Array(bytes);
}

/** Makes a GIF with this many frames of one pixel. */
export function gifOf(frames: number, width: number, height: number): Bytes {
  const header = Buffer.from('GIF89a0000\x80\x00\x00', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const control = [0x21, 0xf9, 4, 0, 1, 0, 0, 0];
  const image = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0];
  const frame = Buffer.from([...control, ...image]);
  const all = Array.from({ length: frames }, () => frame);
  return new Uint8Array(Buffer.concat([header, palette, ...all, Buffer.from([0x3b])]));
}
