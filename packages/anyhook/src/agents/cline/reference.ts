import type { FormatReference } from '../../formats/kit/reference.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: "cline: Cline's hook scripts",
  found:
    'Scripts that are named after their event (`PreToolUse`, `PreToolUse.py`): `.clinerules/hooks/` and `.cline/hooks/` of the project, `~/.cline/hooks/` and `~/Documents/Cline/Hooks/` of the user. Other files in these folders are no hooks. Cline runs these itself, so `run --host cline` leaves them out.',
  schemas: {},
  answers: [
    "A script runs with the program of its first line, else with that of its ending, else with bash; it need not be executable. It runs in the project's folder and has 120 seconds.",
    'stdout is one JSON object, or has a line `HOOK_CONTROL`, a tab and the object among others. `cancel: true` refuses the call and stops the agent, as Cline does; `errorMessage` is the reason. `contextModification` (or `context`) is for the model; `overrideInput` replaces the input before a tool call.',
    'Exit codes mean nothing. Output that is no JSON, an exit but 0 and a timeout are failures that block nothing.',
    "Cline's editor extension has other names of tools than its program for the terminal: `execute_command`, `write_to_file` and `replace_in_file` instead of `run_commands` and `editor`. A script that names tools of the extension, and none of the program, gets the extension's payload (written from its documentation, not measured); all others get the program's.",
    'At TaskStart, TaskResume and UserPromptSubmit answers count as the documentation of the extension says; the program for the terminal does not wait for them.',
  ],
};
