"""Home Assistant, as its own page speaks to it."""

import asyncio
import contextlib
import os
import sqlite3

import aiohttp

import programs
from programs import here

ADDRESS = "http://127.0.0.1:8123"


class Home:
    FOLDER = f"{here}/home"
    # What it says because nothing is installed for it here, and because there is no network.
    ALONE = ("Skipping pip installation", "zlib_ng and isal are not available",
             "does not have any enabled IPv4 addresses", "setup of component analytics")

    def __init__(self):
        os.mkdir(self.FOLDER)
        # Nothing that asks the world outside.
        with open(f"{self.FOLDER}/configuration.yaml", "w") as file:
            file.write("homeassistant: {country: KR, time_zone: Asia/Seoul}\n"
                       "http: {server_host: 127.0.0.1}\nfrontend:\nconfig:\n"
                       "recorder: {commit_interval: 1}\nlogger: {default: warning}\n")
        self.states, self.answers, self.number = {}, {}, 0

    async def start(self):
        self.program = programs.Program("home-assistant", "/opt/home-assistant/bin/hass",
                                        "--config", self.FOLDER, "--log-no-color", "--skip-pip")
        self.session = aiohttp.ClientSession(ADDRESS)
        await self.answering("/api/onboarding")

    async def answering(self, path):
        async def answer():
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with self.session.get(path) as answer:
                        if answer.status == 200:
                            return
                await asyncio.sleep(0.1)
        await asyncio.wait_for(answer(), 180)

    async def post(self, path, **fields):
        async with self.session.post(path, **fields) as answer:
            assert answer.status < 300, f"{path}: {answer.status} {await answer.text()}"
            return await answer.json()

    async def onboard(self):
        """The first person there makes an account, and names the broker."""
        client = {"client_id": ADDRESS}
        person = {"name": "Test", "username": "test", "password": "test", "language": "en"}
        code = (await self.post("/api/onboarding/users", json=client | person))["auth_code"]
        self.token = (await self.post("/auth/token", data=client | {
            "grant_type": "authorization_code", "code": code}))["access_token"]
        await self.listen()
        flows = "/api/config/config_entries/flow"
        flow = await self.post(flows, json={"handler": "mqtt"}, headers=self.headers)
        user = "homeassistant"
        made = await self.post(f"{flows}/{flow['flow_id']}", headers=self.headers, json={
            "broker": "127.0.0.1", "port": programs.PORT, "username": user,
            "password": programs.Broker.USERS[user]})
        assert made["type"] == "create_entry", made

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"}

    async def listen(self):
        self.socket = await self.session.ws_connect("/api/websocket", max_msg_size=0)
        await self.socket.receive_json()
        await self.socket.send_json({"type": "auth", "access_token": self.token})
        assert (await self.socket.receive_json())["type"] == "auth_ok"
        self.reader = asyncio.create_task(self.read())
        await self.ask("subscribe_events", event_type="state_changed")
        self.states = {state["entity_id"]: state for state in await self.ask("get_states")}

    async def read(self):
        async for message in self.socket:
            message = message.json()
            if message["type"] == "result":
                self.answers.pop(message["id"]).set_result(message)
            elif message["type"] == "event":
                change = message["event"]["data"]
                if change["new_state"]:
                    self.states[change["entity_id"]] = change["new_state"]
                else:
                    self.states.pop(change["entity_id"], None)

    async def ask(self, what, **fields):
        self.number += 1
        answer = self.answers[self.number] = asyncio.get_running_loop().create_future()
        await self.socket.send_json({"id": self.number, "type": what, **fields})
        answer = await asyncio.wait_for(answer, 30)
        assert answer["success"], f"{what} {fields}: {answer['error']}"
        return answer["result"]

    async def call(self, service, entity, **data):
        domain, service = service.split(".")
        await self.ask("call_service", domain=domain, service=service, service_data=data,
                       target={"entity_id": entity})

    async def end(self):
        self.reader.cancel()
        await self.session.close()
        assert await self.program.end() == 0

    async def restart(self):
        await self.end()
        await self.start()
        await self.listen()

    async def running(self):
        while (await self.ask("get_config"))["state"] != "RUNNING":
            await asyncio.sleep(0.1)

    async def entities(self):
        """Those of MQTT, by their unique names."""
        registry = await self.ask("config/entity_registry/list")
        return {entry["unique_id"]: entry for entry in registry if entry["platform"] == "mqtt"}

    async def devices(self):
        registry = await self.ask("config/device_registry/list")
        return [device["name"] for device in registry if device["manufacturer"] == "tealight"]

    async def image(self, entity):
        async with self.session.get(f"/api/image_proxy/{entity}", headers=self.headers) as answer:
            return await answer.read()

    def state(self, entity):
        return self.states.get(entity, {}).get("state")

    def attribute(self, entity, name):
        return self.states.get(entity, {}).get("attributes", {}).get(name)

    def is_lost(self, entity):
        return self.state(entity) == "unavailable"

    def rows(self, entities):
        """How many states its recorder has written down, by entity."""
        with contextlib.closing(sqlite3.connect(
                f"file:{self.FOLDER}/home-assistant_v2.db?mode=ro", uri=True)) as base:
            found = dict(base.execute(
                "select states_meta.entity_id, count(*) from states "
                "join states_meta using (metadata_id) group by states_meta.entity_id"))
        return {entity: found.get(entity, 0) for entity in entities}

    @property
    def warnings(self):
        """What it complains of, each once."""
        lines = (self.program.out + self.program.log).splitlines()
        words = [line.split(maxsplit=4) for line in lines if " WARNING " in line or " ERROR " in line]
        return [line for line in dict.fromkeys(f"{level} {text}" for _, _, level, _, text in words)
                if not any(text in line for text in self.ALONE)]
