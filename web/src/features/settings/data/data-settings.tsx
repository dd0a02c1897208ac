import * as words from '#words/settings';
import { SettingsGroup } from '../settings-group.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { Exports } from './exports.tsx';
import { StorageUsed } from './storage-used.tsx';

export function DataSettings() {
  return (
    <>
      <SettingsGroup title={words.storage} about={words.whatTakesStorage}>
        <StorageUsed />
      </SettingsGroup>
      <SettingsGroup title={words.yourData} about={words.aCopyAsOneFile}>
        <Exports />
      </SettingsGroup>
      <SettingsGroup title={words.deleteAccount} about={words.whatDeletionMeans}>
        <DeleteAccount />
      </SettingsGroup>
    </>
  );
}
