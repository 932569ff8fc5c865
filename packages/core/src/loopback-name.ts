/** Does this host name always refer to this machine, so that no other machine can read or change what is sent? */
export const isLoopbackName = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
