from limited_store import create_app

app = create_app()
