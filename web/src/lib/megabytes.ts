export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  // Rounded up: what is over a limit must not read as if it were not.
  return `${megabytes < 10 ? Math.ceil(megabytes * 10) / 10 : Math.ceil(megabytes)} MB`;
}
