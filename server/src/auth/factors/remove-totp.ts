import type { Context } from '../../kernel/context.ts';
import { deleteRecoveryCodes, deleteSecrets, keepFormerApp } from './factor.queries.ts';

/** Removes a person's app and recovery codes. Returns whether the app was in use. An undo can bring the app back. */
export async function removeTotp(tx: Context, userId: string): Promise<boolean> {
  await keepFormerApp(tx, userId);
  const wasEnabled = await deleteSecrets(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  return wasEnabled;
}
