import type { CallMedia } from '@roost/contract/calls';
import { PhoneOff } from 'lucide-react';
import type { Person } from '../call-machine.ts';
import { dispatchCall } from '../call-store.ts';
import { TrackPicture } from '../screen/track-picture.tsx';
import { useSession } from '../session/current-session.ts';
import { useObserved } from '../session/observed.ts';
import type { CallSession } from '../session/call-session.ts';
import { RingButton } from './ring-button.tsx';
import { RingDialog } from './ring-dialog.tsx';

/** The call one has placed, until it is answered or given up. */
export function OutgoingDialog({ to, media }: { to: Person; media: CallMedia }) {
  const session = useSession();
  return (
    <RingDialog
      person={to}
      words={media === 'video' ? 'Calling with video…' : 'Calling…'}
      picture={session && <OwnPicture session={session} />}
    >
      <RingButton
        label="Cancel"
        look="end"
        icon={<PhoneOff size={24} strokeWidth={1.75} aria-hidden />}
        onClick={() => dispatchCall({ name: 'cancel' })}
      />
    </RingDialog>
  );
}

function OwnPicture({ session }: { session: CallSession }) {
  const { camera, isMirrored, problem } = useObserved(session.own.state);
  if (problem)
    return (
      <p role="alert" className="mx-6 mt-6 rounded-input bg-sunk px-3.5 py-3 text-meta">
        {problem}
      </p>
    );
  if (!camera) return null;
  return (
    <TrackPicture
      track={camera}
      isMirrored={isMirrored}
      label="Your picture"
      className="absolute top-3 right-3 aspect-4/3 w-22 animate-appear rounded-input object-cover"
    />
  );
}
