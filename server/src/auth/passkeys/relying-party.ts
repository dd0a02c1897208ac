import { isIP } from 'node:net';
import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';

export interface RelyingParty {
  /** The host, to which browsers bind each passkey. */
  id: string;
  origin: string;
}

/**
 * The site that passkeys belong to: PUBLIC_URL, or `localhost` if there is none. Null if its host is an IP address, because
 * WebAuthn needs a name.
 */
export function findRelyingParty({ config, origin }: Context): RelyingParty | null {
  const url = new URL(config.publicUrl ?? origin);
  const id = url.hostname;
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0) return null;
  return config.publicUrl !== null || id === 'localhost' ? { id, origin: url.origin } : null;
}

/**
 * The algorithms of signatures: EdDSA, ES256 and RS256. The library would add others that this version of Node only tries, and
 * warns about.
 */
export const SUPPORTED_ALGORITHMS = [-8, -7, -257];

/** Throws `not_offered` if this site has no passkeys. */
export function getRelyingParty(ctx: Context): RelyingParty {
  const found = findRelyingParty(ctx);
  if (!found)
    throw new AppError('not_offered', { message: 'Passkeys are not on offer at this address.' });
  return found;
}
