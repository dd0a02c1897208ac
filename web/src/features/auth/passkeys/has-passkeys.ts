/** Whether this browser can use passkeys here. A passkey belongs to a name, so an IP address has none. */
export function hasPasskeys(): boolean {
  const { hostname } = location;
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(hostname);
}
