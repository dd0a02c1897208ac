import type { Context } from '../../kernel/context.ts';
import { deleteRecoveryCodes, deleteSecrets } from './factor.queries.ts';

/** Deletes a person's app and recovery codes. Returns whether the app was in use. */
export async function removeTotp(tx: Context, userId: string): Promise<boolean> {
  const wasEnabled = await deleteSecrets(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  return wasEnabled;
}
