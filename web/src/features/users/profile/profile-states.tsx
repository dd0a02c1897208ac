import * as words from '#words/users';
import type { BlockedProfile, Profile } from '@roost/contract/users';
import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { BlockDialog } from '../relations/block-dialog.tsx';
import { askToReport } from '../reports/report-request.ts';
import { BirdHouse } from '../../../ui/illustrations/bird-house.tsx';
import { Cover } from './profile-header.tsx';
import { Handle } from '../../../ui/handle.tsx';
import { nameOf } from '../../../ui/name-of.ts';

/** A loading placeholder in the shape of a profile. */
export function ProfileSkeleton() {
  return (
    <div role="status" className="border-b border-line pb-4">
      <span className="sr-only">{words.loadingProfile}</span>
      <Skeleton className="aspect-3/1 w-full" />
      <div className="px-4">
        <div className="flex h-16 items-end">
          <span className="-mt-16 rounded-full border-4 border-page bg-page">
            <Skeleton className="size-30 rounded-full max-md:size-22" />
          </span>
        </div>
        <Skeleton className="mt-4 h-5 w-44 rounded-xs" />
        <Skeleton className="mt-2 h-4 w-28 rounded-xs" />
        <Skeleton className="mt-4 h-4 w-72 max-w-full rounded-xs" />
        <Skeleton className="mt-4 h-3.5 w-36 rounded-xs" />
        <Skeleton className="mt-3 h-4 w-48 rounded-xs" />
      </div>
    </div>
  );
}

/** The profile of somebody who blocks the viewer or whom the viewer blocks. It shows only the names. */
export function BlockedProfileView({ person }: { person: Profile | BlockedProfile }) {
  const [isAsking, setAsking] = useState(false);
  const verb = person.isBlockedByCurrentUser ? words.unblock : words.block;
  return (
    <>
      <section
        aria-label={words.about({ username: person.username })}
        className="border-b border-line pb-6"
      >
        <Cover url={null} seed={person._id} />
        <div className="px-4">
          <div className="flex h-16 items-end gap-2">
            <Avatar
              user={person}
              size={128}
              className="-mt-16 me-auto border-4 border-page max-md:size-24!"
            />
            {/* A block does not stop a report. */}
            <Button
              variant="ghost"
              aria-label={words.reportPerson(person)}
              onClick={() => askToReport({ subject: { type: 'user', _id: person._id }, person })}
            >
              {words.report}
            </Button>
            <Button
              variant="secondary"
              onClick={() => setAsking(true)}
              aria-label={`${verb} @${person.username}`}
            >
              {verb}
            </Button>
          </div>
          <h2 className="mt-3 text-title font-bold">
            <bdi>{nameOf(person)}</bdi>
          </h2>
          <p className="text-muted">
            <Handle username={person.username} />
          </p>
          <p className="mt-3">{words.youHaveBlockedThisUser}</p>
        </div>
      </section>
      <EmptyState drawing={<BirdHouse isOpen={false} />} title={words.noContentAvailable} />
      <BlockDialog person={person} open={isAsking} onOpenChange={setAsking} />
    </>
  );
}
