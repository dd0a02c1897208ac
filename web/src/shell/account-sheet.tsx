import type { OwnUser } from '@roost/contract/users';
import { LogOut, Settings } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Avatar } from '../ui/avatar.tsx';
import { VerifiedBadge } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { sheetsSettled } from '../ui/sheet-history.ts';
import { navEntries } from './nav-entries.tsx';
import { PolicyLinks, policyFoot } from './policy-links.tsx';

interface AccountSheetProps {
  viewer: OwnUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSettings: () => void;
  onLogOut: () => Promise<void>;
}

/** Behind the avatar on phones: what the bottom bar has no room for. */
export function AccountSheet({
  viewer,
  open,
  onOpenChange,
  onSettings,
  onLogOut,
}: AccountSheetProps) {
  const [leaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Account" size="sm">
      <div className="mb-3 flex items-center gap-3">
        <Avatar user={viewer} size={44} />
        <div className="min-w-0">
          <p className="flex items-center gap-1 text-name font-semibold">
            <bdi className="truncate">{viewer.fullName || viewer.username}</bdi>
            {viewer.premium.isActive && <VerifiedBadge label="Premium" />}
          </p>
          <p className="truncate text-meta text-muted">@{viewer.username}</p>
        </div>
      </div>
      <ul className="-mx-3">
        {navEntries(viewer)
          .filter(({ isInSheet }) => isInSheet)
          .map(({ label, to, icon }) => (
            <Row
              key={to}
              icon={icon(false)}
              label={label}
              onPress={() => {
                onOpenChange(false);
                // Its entry of the history goes first, or going there would be what is taken back.
                void sheetsSettled().then(() => navigate(to));
              }}
            />
          ))}
        <Row
          icon={<Settings size={20} strokeWidth={1.75} />}
          label="Settings"
          onPress={onSettings}
        />
        <Row
          icon={<LogOut size={20} strokeWidth={1.75} />}
          label="Log out"
          busy={leaving}
          onPress={() => {
            setLeaving(true);
            void onLogOut().finally(() => setLeaving(false));
          }}
        />
      </ul>
      <PolicyLinks className={policyFoot} />
    </Dialog>
  );
}

function Row({
  icon,
  label,
  busy = false,
  onPress,
}: {
  icon: ReactNode;
  label: string;
  busy?: boolean;
  onPress: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        aria-busy={busy || undefined}
        onClick={busy ? undefined : onPress}
        className="flex h-12 w-full items-center gap-4 rounded-input px-3 text-left font-medium hover:bg-hover [&_svg]:size-5"
      >
        {icon}
        {label}
      </button>
    </li>
  );
}
