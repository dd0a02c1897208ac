import * as words from '#words/settings';
import { updatePrivacy, type PrivacySettings } from '@roost/contract/users';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import type { ToggleKind } from '../../../lib/cache/optimistic-toggle.ts';
import { writeCache } from '../../../lib/cache/write-cache.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { privacyKey } from '../../users/privacy.query.ts';

export type PrivacySetting = keyof PrivacySettings;

/** One of the settings, as something that is on or off. */
export const privacyToggle: ToggleKind<PrivacySetting, { on: boolean }> = {
  name: 'privacy',
  idOf: (setting) => setting,
  show(client, setting, on) {
    write(client, setting, on);
    return () => write(client, setting, !on);
  },
  async send(setting, on) {
    const { data } = await call(updatePrivacy, { body: { [setting]: on } }, { quiet: true });
    return { on: data[setting] };
  },
  failed(_, __, error) {
    toast.error(messageOf(error, words.saveFailed));
  },
};

function write(client: QueryClient, setting: PrivacySetting, on: boolean): void {
  writeCache(client, privacyKey, (data) => ({ ...(data as PrivacySettings), [setting]: on }));
}
