const BYTES_PER_ID = 16;
const BYTES_PER_POSITION = 2;

/** Packs ids into 16 bytes each. A list of strings takes twenty times as much memory. */
export function packIds(ids: readonly string[]): Buffer {
  return Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
}

export function countPacked(packed: Buffer): number {
  return packed.length / BYTES_PER_ID;
}

/** Unpacks the ids from position `from` up to, but not including, `to`. */
export function unpackIds(packed: Buffer, from = 0, to = countPacked(packed)): string[] {
  const hex = packed.toString('hex', from * BYTES_PER_ID, to * BYTES_PER_ID);
  const ids: string[] = [];
  for (let at = 0; at < hex.length; at += BYTES_PER_ID * 2)
    ids.push(
      `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`,
    );
  return ids;
}

/** Packs ids together with their positions in a list. */
export function packPositioned(ids: ReadonlyMap<number, string>): Buffer {
  const packed = Buffer.alloc(ids.size * (BYTES_PER_ID + BYTES_PER_POSITION));
  let at = 0;
  for (const [position, id] of ids) {
    packed.writeUInt16BE(position, at);
    packed.write(id.replaceAll('-', ''), at + BYTES_PER_POSITION, 'hex');
    at += BYTES_PER_ID + BYTES_PER_POSITION;
  }
  return packed;
}

/** Unpacks the ids with positions from `from` up to, but not including, `to`. */
export function unpackPositioned(packed: Buffer, from = 0, to = Infinity): Map<number, string> {
  const ids = new Map<number, string>();
  for (let at = 0; at < packed.length; at += BYTES_PER_ID + BYTES_PER_POSITION) {
    const position = packed.readUInt16BE(at);
    const idAt = at + BYTES_PER_POSITION;
    if (position >= from && position < to)
      ids.set(position, unpackIds(packed.subarray(idAt, idAt + BYTES_PER_ID))[0]!);
  }
  return ids;
}

/** Returns the last 32 bits of an id. They are random, so two of some thousand ids hardly ever share them. */
export function fingerprintOf(id: string): number {
  return Number.parseInt(id.slice(-8), 16);
}

/** Packs fingerprints into four bytes each. */
export function packFingerprints(fingerprints: readonly number[]): Buffer {
  const packed = Buffer.alloc(fingerprints.length * 4);
  fingerprints.forEach((fingerprint, n) => packed.writeUInt32BE(fingerprint, n * 4));
  return packed;
}

export function unpackFingerprints(packed: Buffer | null): number[] {
  if (!packed) return [];
  return Array.from({ length: Math.floor(packed.length / 4) }, (_, n) =>
    packed.readUInt32BE(n * 4),
  );
}

/** Returns the creation time in an id, in milliseconds since 1970. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Returns a time in the form of an id: the smallest valid id (UUID version 7) of this millisecond. */
export function idOfTime(time: number): string {
  return `${minIdAt(time).slice(0, 14)}7000-8000-000000000000`;
}

/** Returns a bound that is smaller than all ids made at this millisecond or later. */
export function minIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0000-0000-000000000000`;
}
