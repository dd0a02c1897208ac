import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { BlockDialog } from '../../users/block-dialog.tsx';
import type { Participant } from '../conversations/other-participant.ts';

interface RefusedProps {
  /** Not known while it loads. */
  person: Participant | undefined;
  /** By the viewer. */
  isBlocked: boolean;
  /** When the server last said whether the viewer may write. */
  answeredAt: number;
  isAtFoot?: boolean;
}

/** Why one can't write, said before anybody has typed (contract §3); with a way back where it is the viewer's own doing. */
export function Refused({ person, isBlocked, answeredAt, isAtFoot = false }: RefusedProps) {
  const [isAsking, setAsking] = useState(false);
  // What was answered during a block says nothing of the time after it.
  const [blockedAsOf, setBlockedAsOf] = useState<number>();
  if (isBlocked && blockedAsOf !== answeredAt) setBlockedAsOf(answeredAt);
  const isOwnDoing = isBlocked || blockedAsOf === answeredAt;
  return (
    <div
      className={`flex flex-col items-center gap-3 px-6 text-center ${isAtFoot ? 'border-t border-line py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]' : 'py-16'}`}
    >
      <p role="status" className="text-body text-muted text-balance [overflow-wrap:anywhere]">
        {isOwnDoing
          ? `You blocked ${person ? `@${person.username}` : 'this person'}.`
          : "This user doesn't accept messages from you."}
      </p>
      {isOwnDoing && person && (
        <>
          <Button variant="secondary" busy={!isBlocked} onClick={() => setAsking(true)}>
            Unblock<span className="sr-only"> @{person.username}</span>
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
