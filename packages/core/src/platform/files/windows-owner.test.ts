import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherWriter } from './windows-owner.js';

const installer = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';

const descriptors: readonly (readonly [title: string, descriptor: string, expected: string | undefined])[] = [
  ['a folder of administrators', 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)', undefined],
  ['a folder of TrustedInstaller', `O:${installer}G:SYD:P(A;;FA;;;${installer})(A;;FRFX;;;BU)`, undefined],
  ['rights that apply only to children', 'O:BAG:SYD:AI(A;OICIIO;GA;;;CO)(A;;FA;;;BA)', undefined],
  ['a denied right', 'O:SYG:SYD:P(D;;FA;;;BU)(A;;FA;;;SY)', undefined],
  ['a folder created below ProgramData', 'O:BAG:SYD:AI(A;OICIID;FA;;;SY)(A;CIID;DCLCRPCR;;;BU)', 'BU'],
  ['a file of a user', 'O:S-1-5-21-1-2-3-1001G:SYD:(A;;FA;;;BA)', 'its owner S-1-5-21-1-2-3-1001'],
  ['a user with write access as bits', 'O:BAG:SYD:(A;;0x1301bf;;;S-1-5-21-1-2-3-1001)', 'S-1-5-21-1-2-3-1001'],
  ['the group Everyone', 'O:BAG:SYD:(A;;FA;;;WD)', 'WD'],
  ['a null access list', 'O:BAG:SYD:NO_ACCESS_CONTROL', 'everyone'],
  ['a missing access list', 'O:BAG:SY', 'everyone'],
  ['an empty descriptor', '', 'an owner that cannot be read'],
];
for (const [title, descriptor, expected] of descriptors)
  test(`${title}: ${expected ?? 'only administrators'}`, () => assert.equal(otherWriter(descriptor), expected));
