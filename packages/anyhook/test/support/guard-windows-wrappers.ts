/** A literal text of PowerShell. */
export const powershellText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** PowerShell that hands a text to bash. */
export const powershellWrapper = (text: string): string => `bash -c ${powershellText(text)}`;

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').toString('base64');

/** A way to rewrite PowerShell code with the same effect. */
export type PowershellWrapper = (text: string) => string;

/** Every way to wrap PowerShell, by name. */
export const powershellWrappers: Readonly<Record<string, PowershellWrapper>> = {
  'call a block': (text) => `& {\n${text}\n}`,
  'dot a block': (text) => `. {\n${text}\n}`,
  'Invoke-Expression': (text) => `Invoke-Expression ${powershellText(text)}`,
  iex: (text) => `${powershellText(text)} | iex`,
  'iex of a variable': (text) => `$x = ${powershellText(text)}; iex $x`,
  'Invoke-Command': (text) => `Invoke-Command -ScriptBlock {\n${text}\n}`,
  'made block': (text) => `([scriptblock]::Create(${powershellText(text)})).Invoke()`,
  'called made block': (text) => `& ([scriptblock]::Create(${powershellText(text)}))`,
  if: (text) => `if ($true) {\n${text}\n}`,
  else: (text) => `if ($false) { } else {\n${text}\n}`,
  foreach: (text) => `foreach ($i in 1..2) {\n${text}\n}`,
  'ForEach-Object': (text) => `1 | ForEach-Object {\n${text}\n}`,
  while: (text) => `while ($true) {\n${text}\nbreak }`,
  try: (text) => `try {\n${text}\n} catch { }`,
  finally: (text) => `try { } finally {\n${text}\n}`,
  function: (text) => `function Do-It {\n${text}\n}\nDo-It`,
  'between lines': (text) => `Get-Date\n${text}\nGet-Date`,
  'after a comment': (text) => `<# first #>\n${text}\n# last`,
  'in a substitution': (text) => `Write-Output "$(\n${text}\n)"`,
  'powershell -Command': (text) => `powershell -NoProfile -Command ${powershellText(text)}`,
  'pwsh -c': (text) => `pwsh -nop -c ${powershellText(text)}`,
  'powershell -EncodedCommand': (text) => `powershell -EncodedCommand ${utf16(text)}`,
  'powershell -e': (text) => `powershell.exe -NoP -W Hidden -e ${utf16(text)}`,
  'Start-Process': (text) => `Start-Process powershell -ArgumentList '-enc','${utf16(text)}'`,
  'cmd between': (text) => `cmd /c "powershell -enc ${utf16(text)}"`,
  base64: (text) =>
    `iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}')))`,
  'base64 of two bytes': (text) =>
    `iex ([System.Text.Encoding]::Unicode.GetString([System.Convert]::FromBase64String('${utf16(text)}')))`,
  'joined characters': (text) =>
    `iex (-join (${[...text].map((one) => one.charCodeAt(0)).join(',')} | ForEach-Object { [char]$_ }))`,
  'joined parts': (text) => `iex (${powershellText(text.slice(0, 5))} + ${powershellText(text.slice(5))})`,
  'replaced part': (text) => `iex (${powershellText(text.replaceAll(' ', '@@'))}.Replace('@@', ' '))`,
  format: (text) => `iex ('{0}{1}' -f ${powershellText(text.slice(0, 5))}, ${powershellText(text.slice(5))})`,
  job: (text) => `Start-Job -ScriptBlock {\n${text}\n}`,
  'a file': (text) => `Set-Content -Path x.ps1 -Value ${powershellText(text)}; .\\x.ps1`,
};

/** A way to write a line of cmd; each takes one command without quotes. */
export const cmdWrappers: Readonly<Record<string, PowershellWrapper>> = {
  'cmd /c': (text) => `cmd /c ${text}`,
  'cmd /c in quotes': (text) => `cmd.exe /d /s /c "${text}"`,
  'after and': (text) => `echo a & ${text}`,
  'after success': (text) => `ver && ${text}`,
  'in parentheses': (text) => `(${text})`,
  if: (text) => `if exist . ${text}`,
  for: (text) => `for %i in (1) do ${text}`,
  call: (text) => `call ${text}`,
  start: (text) => `start "" /b ${text}`,
  'a silent line': (text) => `@${text}`,
  'letters escaped': (text) => `${text.slice(0, 1)}^${text.slice(1)}`,
  'a variable': (text) => `set x=${text}& %x%`,
  powershell: (text) => `powershell -Command "cmd /c '${text}'"`,
};
