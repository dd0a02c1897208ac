// The service worker. Each duty is one module, which registers its own listeners. The worker keeps no data of the account.
// It sees only the API's answers about its own push subscription. The document that it keeps is the same for everybody
// (docs/decisions/0085-offline.md).
import './versions.ts';
import './app-shell.ts';
import './app-files.ts';
import './share-target.ts';
import './pushes.ts';
import './renew-subscription.ts';
