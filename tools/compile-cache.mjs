import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Imported before all else: what was compiled, TypeScript's types taken away, is kept for the next start. Where it can't
// be written, nothing is.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
