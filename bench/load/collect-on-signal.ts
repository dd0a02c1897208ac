// Loaded before a server that is measured: SIGUSR2 has it collect its garbage, so that what is left is what it needs.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (how: object) => void;
// As before running out of memory: what is free goes back to the system, too.
process.on('SIGUSR2', () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
