import type { Locale } from '@roost/contract/locales';
import { updateUser, type OwnUser } from '@roost/contract/users';
import { upload } from '../../lib/api/upload.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { meKey } from './session.ts';

/** Stores a language that the person chose by hand. If the server refuses, this page stays in it, and the account keeps its own. */
export async function storeChosenLanguage(viewer: OwnUser, language: Locale): Promise<void> {
  if (viewer.language === language) return;
  try {
    const { data } = await upload(updateUser, { body: { language } }, {});
    queryClient.setQueryData<OwnUser | null>(meKey, data.user);
  } catch {
    // The API client has shown why.
  }
}
