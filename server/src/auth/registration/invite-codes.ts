import { hash, randomBytes } from 'node:crypto';

/** 128 bits. */
const CODE_BYTES = 16;

export function makeInviteCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

/** The database stores only this hash of a code. Nobody can guess a code, so a fast hash is enough. */
export function hashInviteCode(code: string): Buffer {
  return hash('sha256', code, 'buffer');
}
