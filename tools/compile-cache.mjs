import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Must be the first import. It stores compiled code without types for the next start, if the folder is writable.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
