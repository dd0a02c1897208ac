import * as words from '#words/chat';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { BlockDialog } from '../../users/relations/block-dialog.tsx';
import type { Participant } from '../conversations/other-participant.ts';

interface RefusedProps {
  /** Undefined while loading. */
  person: Participant | undefined;
  /** The viewer has blocked the person. */
  isBlocked: boolean;
  /** When the server last said whether the viewer may write. */
  answeredAt: number;
  isAtFoot?: boolean;
}

/** Explains why the viewer cannot write. If the viewer has blocked the person, a button unblocks. */
export function Refused({ person, isBlocked, answeredAt, isAtFoot = false }: RefusedProps) {
  const [isAsking, setAsking] = useState(false);
  // An answer from before the unblock does not say whether the viewer may write now.
  const [blockedAsOf, setBlockedAsOf] = useState<number>();
  if (isBlocked && blockedAsOf !== answeredAt) setBlockedAsOf(answeredAt);
  const isOwnDoing = isBlocked || blockedAsOf === answeredAt;
  return (
    <div
      className={`flex flex-col items-center gap-3 px-6 text-center ${isAtFoot ? 'border-t border-line py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]' : 'py-16'}`}
    >
      <p role="status" className="text-body text-muted text-balance [overflow-wrap:anywhere]">
        {isOwnDoing
          ? person
            ? words.youBlocked({ username: person.username })
            : words.youBlockedThisPerson
          : words.thisUserDoesntAcceptMessagesFrom}
      </p>
      {isOwnDoing && person && (
        <>
          <Button variant="secondary" busy={!isBlocked} onClick={() => setAsking(true)}>
            {words.unblock}
            <span className="sr-only"> @{person.username}</span>
          </Button>
          <BlockDialog
            person={{ ...person, isBlockedByCurrentUser: isBlocked }}
            open={isAsking}
            onOpenChange={setAsking}
          />
        </>
      )}
    </div>
  );
}
