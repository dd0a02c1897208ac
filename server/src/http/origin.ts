/** Where addresses given to somebody begin: PUBLIC_URL, or else the very host they reached us at. */
export function originOf(
  base: { origin: string; config: { publicUrl: string | null } },
  asked: { protocol: string; host: string | undefined },
): string {
  if (base.config.publicUrl || !asked.host) return base.origin;
  const origin = `${asked.protocol}://${asked.host}`;
  // A host header can hold anything.
  return URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase()
    ? origin
    : base.origin;
}
