import { MicOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Person } from '../call-machine.ts';
import type { InCallStatus } from '../in-call.ts';
import type { SessionState } from '../session/call-session.ts';
import { durationText } from './duration.ts';
import { QualityBars } from './quality-bars.tsx';

/** With whom, for how long, and how the line is. */
export function CallHead({ person, state }: { person: Person; state: SessionState }) {
  const { status, connectedAt, quality, isPeerMuted } = state;
  const name = person.fullName || person.username;
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-full bg-picture-label py-1.5 pr-4 pl-4 text-on-picture">
      {isPeerMuted && (
        <MicOff size={16} strokeWidth={1.75} role="img" aria-label={`${name} is muted`} />
      )}
      <bdi className="min-w-0 truncate text-name font-semibold">{name}</bdi>
      <span role="status" className={status === 'connected' ? 'sr-only' : 'text-meta'}>
        {status === 'connecting' && connectedAt !== undefined ? 'Reconnecting…' : words[status]}
      </span>
      {status === 'connected' && connectedAt !== undefined && <Clock since={connectedAt} />}
      {status === 'connected' && quality !== undefined && <QualityBars quality={quality} />}
    </div>
  );
}

const words: Record<InCallStatus, string> = {
  initializing: 'Getting ready…',
  ready: 'Connecting…',
  calling: 'Connecting…',
  connecting: 'Connecting…',
  connected: 'Connected',
  failed: 'The call could not be set up.',
  ended: 'Call ended',
};

function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span role="timer" aria-label="Call duration" className="nums text-meta">
      {durationText((now - since) / 1000)}
    </span>
  );
}
