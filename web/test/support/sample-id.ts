/** A valid id that depends only on the name. The fake server accepts no other ids. */
export function sampleId(name: string): string {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 2 ** 47;
  return `00000000-0000-4000-8000-${sum.toString(16).padStart(12, '0')}`;
}
