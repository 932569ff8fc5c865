import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TrialWorld, tryProgram } from '../../../anyhook/test/support/guard-program-machine.js';
import { containerPrograms } from './containers.js';

const effectsOf = (line: string, trial?: TrialWorld): readonly string[] =>
  tryProgram(containerPrograms(), line, trial).seen;

test('mounts of the host and of its Docker socket, and privileged containers, are reported', () => {
  const lines = [
    ...[
      'docker run -v /:/mnt alpine',
      'docker run --volume=/:/x:ro a',
      'podman run --mount type=bind,source=/,target=/x a',
    ],
    ...[
      'docker run -v /var/run/docker.sock:/var/run/docker.sock a',
      'docker run --privileged a',
      'docker run --pid=host a',
    ],
    ...['docker container run -v ~:/x a', 'docker run --cap-add SYS_ADMIN a', 'docker run -v /etc:/x a'],
  ];
  for (const line of lines) assert.match(effectsOf(line)[0] ?? '', /^mount /, line);
});

test('ordinary mounts have no effects', () => {
  for (const line of [
    'docker run --rm -it -v .:/app -w /app node:20',
    'docker run -v data:/var/lib/x db',
    'docker run -p 80:80 -e A=b web',
    'docker run -v /etc/localtime:/etc/localtime:ro a',
    'docker run --privileged=false a',
  ])
    assert.deepEqual(effectsOf(line), [], line);
});

test('a command runs inside the container, with its mounts', () => {
  assert.deepEqual(effectsOf('docker run --rm -v .:/app alpine rm -rf /app/x'), [
    'run rm -rf /app/x @alpine in / [/app=/home/dev/project]',
  ]);
  assert.deepEqual(effectsOf('docker run --entrypoint sh a -c x'), ['run sh -c x @a in / []']);
  assert.deepEqual(effectsOf('docker --context x exec -it db rm -rf /data'), ['run rm -rf /data @db']);
});

test('other Docker commands are left to packs', () => {
  for (const line of ['docker ps', 'docker compose down -v', 'docker volume rm x', 'docker'])
    assert.ok(tryProgram(containerPrograms(), line).asksPacks, line);
});

test('docker cp writes to the host, and a copy of a secret into a container reveals it', () => {
  assert.deepEqual(effectsOf('docker cp c:/x /etc/y'), ['write /etc/y unpack']);
  assert.deepEqual(effectsOf('docker cp ~/.ssh/id_rsa c:/x'), ['reveal a copy of id_rsa']);
});
