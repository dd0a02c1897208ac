import * as words from '#words/settings';
import { install, useInstallation } from '../../../lib/offline/install-prompt.ts';
import { site } from '../../../lib/site.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SettingsGroup } from '../settings-group.tsx';

/** Installs the app where the browser offers it, and says how to do it elsewhere. */
export function InstallApp() {
  const installation = useInstallation();
  const texts = {
    installed: words.appIsInstalled({ site: site.name }),
    offered: words.installedAppHasItsOwnWindow,
    manual: words.installInTheBrowsersMenu({ site: site.name }),
  };
  return (
    <SettingsGroup title={words.app} about={texts[installation]}>
      {installation === 'offered' && (
        <Button variant="secondary" onClick={() => void install()}>
          {words.installSite({ site: site.name })}
        </Button>
      )}
      <p className="text-muted">{words.keptOnThisDevice}</p>
    </SettingsGroup>
  );
}
