import * as words from '#words/shell';
import type { OwnUser } from '@roost/contract/users';
import { Info, LogOut } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { site } from '../../lib/site.ts';
import { navigate } from '../../lib/router/router.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { sheetsSettled } from '../../ui/overlays/sheet-history.ts';
import { navEntries } from './nav-entries.tsx';
import { paths } from '../../paths.ts';
import { HandleLine } from '../../ui/handle.tsx';

interface AccountSheetProps {
  viewer: OwnUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLogOut: () => Promise<void>;
}

/** The sheet that the avatar opens on phones. It has the entries that do not fit in the bottom bar. */
export function AccountSheet({ viewer, open, onOpenChange, onLogOut }: AccountSheetProps) {
  const [leaving, setLeaving] = useState(false);
  const go = (to: string) => {
    onOpenChange(false);
    // First remove the sheet's history entry. Otherwise its removal would revert the navigation.
    void sheetsSettled().then(() => navigate(to, { isReturn: true }));
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.account} size="sm">
      <div className="mb-3 flex items-center gap-3">
        <Avatar user={viewer} size={44} />
        <div className="min-w-0">
          <NameLine user={viewer} />
          <HandleLine username={viewer.username} className="text-meta text-muted" />
        </div>
      </div>
      <ul className="-mx-3">
        {navEntries(viewer)
          .filter(({ isInSheet }) => isInSheet)
          .map(({ label, to, icon, badge }) => (
            <Row
              key={to}
              icon={
                <span className="relative">
                  {icon(false)}
                  {badge}
                </span>
              }
              label={label}
              onPress={() => go(to)}
            />
          ))}
        <Row
          icon={<Info />}
          label={words.aboutSite({ site: site.name })}
          onPress={() => go(paths.settingsSection('about'))}
        />
        <Row
          icon={<LogOut />}
          label={words.logOut}
          busy={leaving}
          onPress={() => {
            setLeaving(true);
            void onLogOut().finally(() => setLeaving(false));
          }}
        />
      </ul>
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
        className="flex h-12 w-full items-center gap-4 rounded-input px-3 text-start font-medium hover:bg-hover [&_svg]:size-5"
      >
        {icon}
        {label}
      </button>
    </li>
  );
}
