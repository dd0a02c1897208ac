/** Scheme and host of the links in an answer: PUBLIC_URL, or the host that the client used. */
export function originOf(
  base: { origin: string; config: { publicUrl: string | null } },
  asked: { protocol: string; host: string | undefined },
): string {
  if (base.config.publicUrl || !asked.host) return base.origin;
  const origin = `${asked.protocol}://${asked.host}`;
  // A host header can hold anything.
  return URL.parse(origin)?.origin === origin.toLowerCase() ? origin : base.origin;
}
