const LONGEST_NAME = 60;

/** A sender's name for a file as it is said back to them; for nothing else, and never to the disk. */
export function spokenName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '').trim();
  return [...clean.toWellFormed()].slice(0, LONGEST_NAME).join('') || 'file';
}

const MB = 1_048_576;

export function spokenSize(bytes: number): string {
  return `${Math.floor((bytes / MB) * 10) / 10} MB`;
}
