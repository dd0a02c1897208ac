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
