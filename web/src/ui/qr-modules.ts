import { encode } from 'uqr';

/** Readers need this many empty modules around the code. */
const QUIET_ZONE = 4;

/** The rows of a text's QR code. True means dark. */
export function qrModules(text: string): boolean[][] {
  return encode(text, { ecc: 'M', border: QUIET_ZONE }).data;
}
