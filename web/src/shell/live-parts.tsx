import { ReauthHost } from '../features/auth/reauth/reauth-host.tsx';
import { CallOverlays } from '../features/calls/call-overlays.tsx';
import { ReportHost } from '../features/users/reports/report-host.tsx';
import { Keyboard } from './keyboard/keyboard.tsx';
import { AppBadge } from './offline/app-badge.tsx';
import { LaunchActions } from './offline/launch-actions.tsx';
import { PersonHoverCards } from './person-cards.tsx';

interface LivePartsProps {
  onPost: () => void;
  onLogOut: () => Promise<void>;
}

/** The parts of the frame that appear after the first page. */
export function LiveParts({ onPost, onLogOut }: LivePartsProps) {
  return (
    <>
      <Keyboard onPost={onPost} onLogOut={onLogOut} />
      <CallOverlays />
      <PersonHoverCards />
      <ReauthHost />
      <ReportHost />
      <AppBadge />
      <LaunchActions onPost={onPost} />
    </>
  );
}
