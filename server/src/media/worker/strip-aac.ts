/** Types of syntactic elements (ISO 14496-3, table 4.85): data stream elements (DSE), and fill elements (FIL). */
const DATA = 4;
const FILLER = 6;
/** Extension types in fill elements. Lower ones hold nothing for a decoder. Others hold dynamic range or SBR data. */
const FIRST_NEEDED = 3;
/** Audio object types whose packets have such elements: AAC-LC, SBR and PS. */
const WITH_ELEMENTS = new Set([2, 5, 29]);

/** Whether the packets of a stream have such elements, by its AudioSpecificConfig. */
export function hasElements(description: Uint8Array): boolean {
  return WITH_ELEMENTS.has((description[0] ?? 0) >> 3);
}

/**
 * Overwrites the data before the sound of an AAC packet with zeros, because encoders write their names there. Data after the
 * sound stays, because only a decoder can find it.
 */
export function clearBeforeSound(packet: Uint8Array): Uint8Array {
  const bytes = packet.slice();
  for (let at = 0; ;) {
    const kind = bitsAt(bytes, at, 3);
    if (kind !== DATA && kind !== FILLER) return bytes;
    const payload = kind === DATA ? dataAt(bytes, at + 3) : fillerAt(bytes, at + 3);
    // A broken packet. A decoder stops here, too.
    if (payload.to > bytes.length * 8) return bytes;
    if (kind === DATA || bitsAt(bytes, payload.from, 4) < FIRST_NEEDED) blank(bytes, payload);
    at = payload.to;
  }
}

/** A range of bits in the packet. */
interface Payload {
  from: number;
  to: number;
}

function dataAt(bytes: Uint8Array, at: number): Payload {
  const isAligned = bitsAt(bytes, at + 4, 1) === 1;
  const count = bitsAt(bytes, at + 5, 8);
  const end = at + (count === 255 ? 21 : 13);
  const length = count === 255 ? 255 + bitsAt(bytes, at + 13, 8) : count;
  const from = isAligned ? Math.ceil(end / 8) * 8 : end;
  return { from, to: from + length * 8 };
}

function fillerAt(bytes: Uint8Array, at: number): Payload {
  const count = bitsAt(bytes, at, 4);
  const length = count === 15 ? 14 + bitsAt(bytes, at + 4, 8) : count;
  const from = at + (count === 15 ? 12 : 4);
  return { from, to: from + length * 8 };
}

function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let bit = at; bit < at + count; bit += 1)
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  return value;
}

function blank(bytes: Uint8Array, { from, to }: Payload): void {
  for (let bit = from; bit < to; bit += 1)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) & ~(128 >> (bit & 7));
}
