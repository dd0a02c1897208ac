const MAX_NAME_LENGTH = 60;

/** Cleans a sender's file name for messages to this sender. Nothing else uses the name, and no path contains it. */
export function spokenName(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- this removes them
  const clean = last.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '').trim();
  return [...clean.toWellFormed()].slice(0, MAX_NAME_LENGTH).join('') || 'file';
}

const MB = 1_048_576;
const GB = 1_024 * MB;

export function spokenSize(bytes: number): string {
  if (bytes >= GB) return `${Math.floor((bytes / GB) * 10) / 10} GB`;
  return `${Math.floor((bytes / MB) * 10) / 10} MB`;
}
