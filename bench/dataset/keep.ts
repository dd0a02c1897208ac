// `node keep.ts <size as JSON>` makes a network with the sources of this working copy, and prints the path of its folder.
import { keepDataset, type DatasetSize } from './dataset.ts';

const size = JSON.parse(process.argv[2] ?? '') as DatasetSize;
console.log(await keepDataset(size, (line) => console.error(`  ${line}`)));
