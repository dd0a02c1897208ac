import { clearBeforeSound, hasElements } from './strip-aac.ts';
import { Refused } from './worker-tasks.ts';

/**
 * Removes data that is neither picture nor sound from the streams of a video. Cameras and editors put text and metadata
 * there: SEI of H.264 and HEVC, metadata of AV1, comments of FLAC and Vorbis, names of encoders in AAC. Only the units that
 * a decoder needs stay.
 */

/** H.264: slices, parameter sets and their extension, ends, auxiliary pictures. */
const AVC_NEEDED = new Set([1, 2, 3, 4, 5, 7, 8, 10, 11, 13, 19]);
/** HEVC: parameter sets and ends. Slices have types below 32. */
const HEVC_NEEDED = new Set([32, 33, 34, 36, 37]);
const HEVC_SLICES = 32;
const HEVC_PARAMETER_SETS = new Set([32, 33, 34]);
/** AV1: sequence and frame headers, tile groups, frames. */
const AV1_NEEDED = new Set([1, 3, 4, 6, 7]);

export interface CodecSetup {
  codec: string;
  description: Uint8Array | undefined;
}

/** Removes side data from the codec description (avcC, hvcC and similar), which configures the decoder. */
export function stripDescription({ codec, description }: CodecSetup): Uint8Array | undefined {
  if (!description) return undefined;
  if (codec === 'avc') return stripAvcConfig(description);
  if (codec === 'hevc') return stripHevcConfig(description);
  if (codec === 'av1') return join([description.subarray(0, 4), stripAv1(description.subarray(4))]);
  if (codec === 'flac') return stripFlacHeader(description);
  if (codec === 'vorbis') return stripVorbisHeaders(description);
  return description;
}

/** Returns the function that removes side data from each packet of this stream. Its result may be empty. */
export function stripperFor({ codec, description }: CodecSetup): (data: Uint8Array) => Uint8Array {
  if (codec === 'av1') return stripAv1;
  if (codec === 'aac' && description && hasElements(description)) return clearBeforeSound;
  if (codec !== 'avc' && codec !== 'hevc') return (data) => data;
  // Without a description, units have no length prefixes. All files that the server accepts have one.
  if (!description) throw new Refused('broken');
  const at = codec === 'avc' ? 4 : 21;
  const lengthSize = (byteAt(description, at) & 3) + 1;
  return codec === 'avc'
    ? (data) => stripUnits(data, lengthSize, (head) => AVC_NEEDED.has(head & 31))
    : (data) => stripUnits(data, lengthSize, (head) => isHevcNeeded((head >> 1) & 63));
}

function isHevcNeeded(type: number): boolean {
  return type < HEVC_SLICES || HEVC_NEEDED.has(type);
}

function stripUnits(
  data: Uint8Array,
  lengthSize: number,
  isNeeded: (head: number) => boolean,
): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < data.length;) {
    const length = numberAt(data, at, lengthSize);
    const end = at + lengthSize + length;
    if (end > data.length) throw new Refused('broken');
    if (length > 0 && isNeeded(byteAt(data, at + lengthSize))) kept.push(data.subarray(at, end));
    at = end;
  }
  return join(kept);
}

/** Keeps the parameter sets. Some profiles add four bytes and further parameter sets (ISO 14496-15, 5.3.3.1). */
function stripAvcConfig(bytes: Uint8Array): Uint8Array {
  const kept = [bytes.subarray(0, 6)];
  let at = 6;
  const takeSets = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const end = at + 2 + numberAt(bytes, at, 2);
      if (end > bytes.length || !AVC_NEEDED.has(byteAt(bytes, at + 2) & 31))
        throw new Refused('broken');
      kept.push(bytes.subarray(at, end));
      at = end;
    }
  };
  const takeCounted = () => {
    kept.push(bytes.subarray(at, at + 1));
    at += 1;
    takeSets(byteAt(bytes, at - 1));
  };
  takeSets(byteAt(bytes, 5) & 31);
  takeCounted();
  if (![66, 77, 88].includes(byteAt(bytes, 1)) && bytes.length >= at + 4) {
    kept.push(bytes.subarray(at, at + 3));
    at += 3;
    takeCounted();
  }
  return join(kept);
}

/** Keeps the arrays of parameter sets (ISO 14496-15, 8.3.3.1). */
function stripHevcConfig(bytes: Uint8Array): Uint8Array {
  const arrays: Uint8Array[] = [];
  let at = 23;
  for (let n = 0; n < byteAt(bytes, 22); n += 1) {
    const from = at;
    const type = byteAt(bytes, at) & 63;
    const units = numberAt(bytes, at + 1, 2);
    at += 3;
    for (let unit = 0; unit < units; unit += 1) at += 2 + numberAt(bytes, at, 2);
    if (at > bytes.length) throw new Refused('broken');
    if (HEVC_PARAMETER_SETS.has(type)) arrays.push(bytes.subarray(from, at));
  }
  const head = bytes.slice(0, 23);
  head[22] = arrays.length;
  return join([head, ...arrays]);
}

function stripAv1(data: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < data.length;) {
    const head = byteAt(data, at);
    const hasExtension = (head & 4) !== 0;
    const hasSize = (head & 2) !== 0;
    let body = at + (hasExtension ? 2 : 1);
    let end = data.length;
    if (hasSize) {
      const { value, next } = leb128At(data, body);
      body = next;
      end = body + value;
    }
    if (end > data.length) throw new Refused('broken');
    if (AV1_NEEDED.has((head >> 3) & 15)) kept.push(data.subarray(at, end));
    at = end;
  }
  return join(kept);
}

/** Keeps only the first block (STREAMINFO), and the 'fLaC' marker before it, if present. */
function stripFlacHeader(bytes: Uint8Array): Uint8Array {
  const hasMark = String.fromCharCode(...bytes.subarray(0, 4)) === 'fLaC';
  const from = hasMark ? 4 : 0;
  const block = bytes.slice(from, from + 38);
  // Mark it as the last block.
  block[0] = 0x80;
  return join([bytes.subarray(0, from), block]);
}

/**
 * Keeps the first and third header, and empties the second, which holds the comments. The sizes of the first two come
 * first.
 */
function stripVorbisHeaders(bytes: Uint8Array): Uint8Array {
  let at = 1;
  const sizes = [0, 0].map(() => {
    let size = 0;
    while (byteAt(bytes, at) === 255) {
      size += 255;
      at += 1;
    }
    size += byteAt(bytes, at);
    at += 1;
    return size;
  });
  const [first = 0, second = 0] = sizes;
  if (byteAt(bytes, 0) !== 2 || first > 254) throw new Refused('broken');
  const setup = bytes.subarray(at + first + second);
  return join([
    Uint8Array.of(2, first, NO_COMMENTS.length),
    bytes.subarray(at, at + first),
    NO_COMMENTS,
    setup,
  ]);
}

/** Packet type 3, 'vorbis', no vendor, no comments, the framing bit. */
const NO_COMMENTS = Uint8Array.of(3, 118, 111, 114, 98, 105, 115, 0, 0, 0, 0, 0, 0, 0, 0, 1);

function leb128At(data: Uint8Array, from: number): { value: number; next: number } {
  let value = 0;
  for (let n = 0; n < 8; n += 1) {
    const byte = byteAt(data, from + n);
    value += (byte & 127) * 2 ** (7 * n);
    if (byte < 128) return { value, next: from + n + 1 };
  }
  throw new Refused('broken');
}

function numberAt(data: Uint8Array, at: number, bytes: number): number {
  let value = 0;
  for (let n = 0; n < bytes; n += 1) value = value * 256 + byteAt(data, at + n);
  return value;
}

function byteAt(data: Uint8Array, at: number): number {
  const byte = data[at];
  if (byte === undefined) throw new Refused('broken');
  return byte;
}

function join(parts: Uint8Array[]): Uint8Array {
  const [only] = parts;
  return parts.length === 1 && only ? only : new Uint8Array(Buffer.concat(parts));
}
