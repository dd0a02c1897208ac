import * as words from '#words/admin';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useStore } from '../../../lib/store.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Alert } from '../../../ui/states/alert.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useViewer } from '../../auth/viewer.ts';
import { SettingsGroup } from '../../settings/settings-group.tsx';
import { aboveSaveBar, SaveBar } from '../save-bar.tsx';
import { SectionError } from '../section-error.tsx';
import {
  entriesOf,
  ownDomainIn,
  textOf,
  type BlockList,
  type BlockLists,
} from './blocked-lines.ts';
import { blockDrafts, blocksQuery } from './blocks.query.ts';
import { LinesField } from './lines-field.tsx';
import { useSaveBlocks } from './use-save-blocks.ts';

/** The email domains and the address ranges that nobody may use here. */
export function BlocksSection() {
  const { data, error, refetch } = useQuery(blocksQuery);
  if (!data)
    return error ? (
      <SectionError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-96 rounded-card" />
    );
  return <BlocksForm stored={data} />;
}

function BlocksForm({ stored }: { stored: BlockLists }) {
  const { email } = useViewer();
  const drafts = useStore(blockDrafts);
  const { save, forget, busy, problems } = useSaveBlocks();
  /** An entry that blocks the domain of the viewer. */
  const [own, setOwn] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const isChanged = Object.keys(drafts).length > 0;

  const type = (list: BlockList) => (text: string) => {
    const before = drafts[list]?.before ?? stored[list];
    const { [list]: _, ...others } = drafts;
    blockDrafts.set(text === before.join('\n') ? others : { ...others, [list]: { before, text } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isChanged) return;
    const domains = entriesOf(textOf(stored.mailDomains, drafts.mailDomains));
    const found = ownDomainIn(domains, stored.mailDomains, email);
    if (found === undefined) return save();
    setOwn(found);
    return setAsking(true);
  };

  return (
    <form onSubmit={submit} className={aboveSaveBar}>
      <SettingsGroup title={words.emailDomains} about={words.nobodyRegistersWithThese}>
        <LinesField
          label={words.blockedEmailDomains}
          placeholder={words.domainSuchAs}
          text={textOf(stored.mailDomains, drafts.mailDomains)}
          problems={problems?.mailDomains}
          onChange={type('mailDomains')}
        />
      </SettingsGroup>
      <SettingsGroup title={words.addresses} about={words.nobodyRegistersOrSignsInFromThese}>
        <LinesField
          label={words.blockedAddresses}
          placeholder="192.0.2.0/24"
          text={textOf(stored.addresses, drafts.addresses)}
          problems={problems?.addresses}
          onChange={type('addresses')}
        />
      </SettingsGroup>
      {problems?.failure !== undefined && (
        <div className="p-4">
          <Alert type="error">{problems.failure}</Alert>
        </div>
      )}
      {isChanged && (
        <SaveBar
          busy={busy}
          onDiscard={() => {
            forget();
            blockDrafts.set({});
          }}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={words.askBlockYourOwnDomain}
        description={words.yourAddressIsAt({ email, entry: own ?? '' })}
        confirmLabel={words.blockIt}
        danger
        // The dialog closes at once, because the call may ask for a proof.
        onConfirm={() => save()}
      />
    </form>
  );
}
