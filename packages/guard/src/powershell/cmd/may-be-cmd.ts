/** Orders of cmd that other shells have not or read differently, and its own signs. */
const signs =
  /(?:^|[\s&|(@"'])(?:(?:del|erase|rd|rmdir|ren|rename|copy|move|xcopy|robocopy|type|mklink|assoc|ftype|start|call|pushd)\s|set\s+["\w]+=|for\s+[%/]|if\s+(?:exist|not|defined|errorlevel|\/i|\S+==))|\^|%[\w~]/i;

/** May this text be one for cmd, on Windows? */
export const mayBeCmd = (text: string): boolean => signs.test(text);
